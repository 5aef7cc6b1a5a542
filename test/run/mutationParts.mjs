/**
 * @typedef {object} Part of the code whose tests are tried
 * @property {readonly string[]} files that are changed
 * @property {readonly string[]} tests words in the paths of the unit tests that must notice
 */

/** @type {Readonly<Record<string, Part>>} */
export const parts = {
  redact: { files: ["src/api/redact.ts"], tests: ["api/secrets", "api/redact"] },
  csv: {
    files: ["src/features/export/csvCell.ts", "src/features/export/csvRows.ts", "src/features/wallet/creditsCsv.ts"],
    tests: ["export/csv", "wallet/credits"],
  },
  gate: {
    files: ["src/features/wallet/{wallet,walletError,flights,spendingPlan}.ts"],
    tests: ["wallet/wallet", "wallet/flights", "wallet/spendingPlan", "wallet/edges"],
  },
  attempts: {
    files: ["src/features/wallet/{attempts,attemptsLeave}.ts"],
    tests: ["wallet/wallet", "wallet/spendingPlan", "wallet/edges"],
  },
  ledger: {
    files: ["src/features/wallet/ledger*.ts"],
    tests: ["wallet/wallet", "wallet/ledger", "wallet/credits", "wallet/edges"],
  },
  credits: { files: ["src/features/wallet/creditsReport.ts"], tests: ["wallet/edges", "wallet/credits"] },
  requests: {
    files: ["src/api/wire/query.ts", "src/api/wire/writeValue.ts", "src/api/wire/queryFromBody.ts", "src/api/route.ts"],
    tests: ["wire/query", "api/routes"],
  },
  integers: { files: ["src/api/integers.ts"], tests: ["api/integers"] },
  envelope: { files: ["src/api/wire/{envelope,accept}.ts"], tests: ["wire/envelope", "wire/accept"] },
  slices: { files: ["src/api/wire/slices.ts"], tests: ["wire/slices"] },
  cards: {
    files: ["src/api/wire/{card,cards,leaves,fields,media,plain,platformNames,texts}.ts"],
    tests: ["wire/cards", "wire/detail"],
  },
  details: { files: ["src/api/wire/{detail,breakdown,engagement}.ts"], tests: ["wire/"] },
  forms: { files: ["src/api/wire/{filters,filterItems,filterKind}.ts"], tests: ["wire/"] },
};

/**
 * @typedef {object} Explained a change that no test can notice, or need not
 * @property {string} file
 * @property {string} line that it begins on, without the space around
 * @property {string} becomes what stands there then, white space as one space
 * @property {string} why
 */

/** @type {readonly Explained[]} */
export const explained = [];
