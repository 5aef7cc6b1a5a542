// Makes texts from outside readable for people.
export { decodedLines, noText, NotTextError, roughlyDecoded, decoded } from "./bytes";
export { keyText } from "../../protocol/readableName";
export { lineChart, type Point } from "./lineChart";
export { htmlText, markdownTable, markdownText, markdownUrl, plainLines, shellWord, visibleJson } from "./markup";
export { labelText, percentDecoded, unreadable } from "./readableText";
export { figure, localDay, locale } from "./times";
export { timeAgo } from "./times";
