import { join } from "node:path";

/**
 * The file in which the neighbor of a window says on which port it listens.
 * @param {string} workspace the folder that the window has open
 */
export const portFile = (workspace) => join(workspace, ".neighbor", "port.json");
