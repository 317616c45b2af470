// Opens the ruling that a link leads to, and filters rulings by the words typed above them.
(() => {
  const open = () => {
    const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (target instanceof HTMLDetailsElement) {
      target.open = true;
      target.scrollIntoView();
    }
  };
  const filter = () => {
    const head = document.querySelector(".bang-filtered");
    if (!head) return;
    const input = document.createElement("input");
    input.type = "search";
    input.className = "bang-filter";
    input.placeholder = "Words in the rulings of this page";
    input.setAttribute("aria-label", input.placeholder);
    head.after(input);
    const folds = [...document.querySelectorAll("details.bang-fold")];
    const texts = folds.map((fold) => fold.textContent.toLowerCase());
    input.addEventListener("input", () => {
      const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
      folds.forEach((fold, i) => { fold.hidden = !words.every((word) => texts[i].includes(word)); });
      for (const section of head.parentElement.querySelectorAll("section")) {
        section.hidden = !section.querySelector("details.bang-fold:not([hidden])");
      }
    });
  };
  addEventListener("hashchange", open);
  addEventListener("DOMContentLoaded", () => { filter(); open(); });
})();
