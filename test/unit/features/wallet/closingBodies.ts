/** Searches of a window that is killed: each asks something else. */
export const closingBodies = ["us", "gb", "ca", "au"].flatMap((country) =>
  [1, 2, 3, 4, 5].map((os) => ({ countries: [country], os: [os] })),
);
