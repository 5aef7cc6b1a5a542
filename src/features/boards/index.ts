// Boards: files of chosen ads with notes, and the stored answer behind each.
export { type Board, boardEnding, type BoardEntry, boardSchema, columnsOf, type Snapshot } from "./board";
export { Boards } from "./boards";
// prettier-ignore
export { addEntries, type BoardChange, changeColumns, changeEntries, newBoard, removeAt, removeEntries } from "./editBoard";
export { isReport, reportEndings, type ReportProblem } from "./report";
export { pictureFolder } from "./reportText";
export { cardOfSnapshot } from "./snapshot";
export { type BoardProblem, longestBoard, readBoard, type ReadBoard } from "./readBoard";
