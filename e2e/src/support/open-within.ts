/**
 * Runs inside a page of the console: steps to an address within it.
 * @returns ms from the step to the frame in which nothing of the page is still awaited
 */
export function openWithin(address: string): Promise<number> {
  // Until the new page can be drawn, the one before stays; its tab tells which one stands there.
  const tab = (): Element | null => document.querySelector('.tab-title[aria-selected=true]')
  const before = location.pathname === address.split('?')[0] ? null : tab()
  const begun = performance.now()
  history.pushState(null, '', address)
  dispatchEvent(new PopStateEvent('popstate'))
  const isBusy = (): boolean =>
    (before !== null && tab() === before) ||
    [...document.querySelectorAll('.ant-spin-spinning, .ant-skeleton-active, [aria-busy="true"]')].some(
      (each) => each.checkVisibility(),
    )
  let calm = 0
  return new Promise((resolve) => {
    const look = (): void => {
      const now = performance.now()
      calm = isBusy() ? now : calm || now
      if (now - calm > 300 && now - begun > 300) return resolve(Math.max(0, calm - begun))
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
}
