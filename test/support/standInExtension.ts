import { writeFile } from "node:fs/promises";
import { crc32 } from "node:zlib";
import * as vscode from "vscode";

/**
 * Installs an extension that has the ID of a known one and nothing else of it.
 * @param folder where its VSIX is written
 * @returns what uninstalls it
 */
export async function installStandIn(
  id: string,
  folder: string,
  contributes: object = {},
): Promise<() => Promise<void>> {
  const [publisher, name] = id.split(".");
  const manifest = { publisher, name, version: "0.0.1", engines: { vscode: "^1.103.0" }, contributes };
  const vsix = vscode.Uri.file(`${folder}/${id}.vsix`);
  await writeFile(vsix.fsPath, zipOf("extension/package.json", Buffer.from(JSON.stringify(manifest))));
  const isThere = () => vscode.extensions.getExtension(id) !== undefined;
  await changed("workbench.extensions.installExtension", vsix, isThere);
  return () => changed("workbench.extensions.uninstallExtension", id, () => !isThere());
}

/** Runs a command and waits until the installed extensions show its effect. */
async function changed(command: string, argument: unknown, isDone: () => boolean): Promise<void> {
  const done = new Promise<void>((resolve) => {
    const watch = vscode.extensions.onDidChange(() => {
      if (!isDone()) return;
      watch.dispose();
      resolve();
    });
  });
  await vscode.commands.executeCommand(command, argument);
  await done;
}

/** Makes a ZIP archive with one uncompressed file. */
function zipOf(name: string, content: Buffer): Buffer {
  const path = Buffer.from(name);
  const facts = Buffer.alloc(26);
  facts.writeUInt16LE(20);
  facts.writeUInt32LE(crc32(content), 10);
  facts.writeUInt32LE(content.length, 14);
  facts.writeUInt32LE(content.length, 18);
  facts.writeUInt16LE(path.length, 22);
  const local = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), facts, path, content]);
  const entry = Buffer.concat([Buffer.from("PK\x01\x02\x14\x00", "latin1"), facts, Buffer.alloc(14), path]);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(entry.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, entry, end]);
}
