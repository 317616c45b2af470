// The client of the language server: it starts `bangrules lsp` and leaves all else to it.
"use strict";

const { commands, window, workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

/** @type {LanguageClient | undefined} */
let client;

async function start() {
  const [command, ...args] = workspace.getConfiguration("bangrules").get("command", ["bangrules", "lsp"]);
  if (!command) {
    return;
  }
  const folder = workspace.workspaceFolders?.[0]?.uri.fsPath;
  client = new LanguageClient(
    "bangrules",
    "Card files of bangrules",
    { command, args, options: folder ? { cwd: folder } : {} },
    { documentSelector: [{ language: "bang" }] },
  );
  try {
    await client.start();
  } catch (error) {
    window.showErrorMessage(
      `The language server for card files does not start (${command}): ${error.message ?? error}. ` +
        "Install it with: pip install 'bangrules[lsp]', or set bangrules.command.",
    );
  }
}

async function stop() {
  const running = client;
  client = undefined;
  if (running?.needsStop()) {
    await running.stop();
  }
}

async function activate(context) {
  const restart = async () => {
    await stop();
    await start();
  };
  context.subscriptions.push(
    commands.registerCommand("bangrules.restart", restart),
    workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("bangrules.command")) {
        return restart();
      }
    }),
  );
  await start();
}

module.exports = { activate, deactivate: stop };
