/**
 * Scrolls to each ad of the results, because only those near the view exist, and waits until its pictures are loaded.
 * Throws if an ad has no picture, or one that cannot be shown.
 * @param {import("playwright-core").FrameLocator} explorer
 * @param {number} count the number of ads
 * @param {number} [first] the place of the ad to begin with, if the view is already near it
 */
export async function loadedPictures(explorer, count, first = 1) {
  const results = explorer.getByRole("region", { name: "Results" });
  const card = (/** @type {number} */ place) => results.locator(`article[aria-posinset="${place}"]`);
  for (let place = first; place <= count; place += 1) {
    await card(place).scrollIntoViewIfNeeded();
    await card(place).locator("img").first().waitFor();
    await card(place).evaluate((element) =>
      Promise.all([...element.querySelectorAll("img")].map((picture) => picture.decode())),
    );
  }
  await card(count).evaluate((element) => {
    for (let box = element.parentElement; box; box = box.parentElement) box.scrollTop = 0;
  });
  await card(1).waitFor();
}
