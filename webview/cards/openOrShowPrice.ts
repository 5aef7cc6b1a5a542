/** Opens what is owned; if it would cost credits, only moves to the button with the price. */
export function openOrShowPrice(adElement: HTMLElement, owned: boolean): void {
  const button = adElement.querySelector<HTMLElement>(".details-button");
  if (owned) button?.click();
  else button?.focus();
}
