import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * The packages that esbuild put into bundles, by folder, from its metafiles.
 * @param {readonly import("esbuild").Metafile[]} metafiles
 * @param {string} place of the bundles that count
 * @returns {readonly string[]} paths below the project, sorted
 */
export function bundledPackages(metafiles, place) {
  const outputs = metafiles.flatMap((metafile) => Object.entries(metafile.outputs));
  const counted = outputs.filter(([name]) => name.startsWith(place));
  const folders = counted.flatMap(([, { inputs }]) => Object.keys(inputs).map(packageOf));
  return [...new Set(folders.filter((folder) => folder !== undefined))].sort();
}

/** @param {string} input of a bundle, relative to the project */
function packageOf(input) {
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input.replaceAll("\\", "/"))?.[0];
}

/**
 * What the licences of bundled packages ask to be passed on: name, version, licence and its text.
 * @param {readonly string[]} folders
 * @returns {Promise<string>} throws where a package names no licence
 */
export async function thirdPartyNotices(folders) {
  const notices = await Promise.all(folders.map(noticeOf));
  return `${["Code and fonts of others that are part of this extension, with their licences.", ...notices].join(`\n\n${"-".repeat(80)}\n\n`)}\n`;
}

/** @param {string} folder */
async function noticeOf(folder) {
  /** @type {{ name: string, version: string, license?: string, author?: string | { name: string }, homepage?: string }} */
  const { name, version, license, author, homepage } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  if (!license) throw new Error(`${folder} names no licence: see whether it may be shipped.`);
  const files = (await readdir(folder)).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file)).sort();
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), "utf8")));
  const by = typeof author === "string" ? author : author?.name;
  const head = [
    `${name} ${version}`,
    `Licence: ${license}`,
    ...(by ? [`By: ${by}`] : []),
    ...(homepage ? [homepage] : []),
  ];
  if (texts.length === 0 && license === "MIT") texts.push(mit(by ?? `the authors of ${name}`));
  if (texts.length === 0) throw new Error(`${folder} brings no text of its licence.`);
  return [head.join("\n"), ...texts.map((text) => text.trim())].join("\n\n");
}

/**
 * The licence's own words, for packages that name it without bringing its text.
 * @param {string} holder
 */
const mit = (holder) => `Copyright (c) ${holder}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;
