// Loaded before a program (`node --require`): its user is only a number, as in a container, so the system has no home for it.
const os = require("node:os");
os.homedir = os.userInfo = () => {
  throw new Error("ENOENT: no such file or directory");
};
