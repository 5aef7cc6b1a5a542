/** Opens what is owned; where it would cost, it only goes to the button that says so. */
export function openOrShowPrice(adElement: HTMLElement, owned: boolean): void {
  const button = adElement.querySelector<HTMLElement>(".details-button");
  if (owned) button?.click();
  else button?.focus();
}
