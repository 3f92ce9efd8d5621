export type TabChannel = {
  /** Notifies the other tabs of this site that the signed-in user may have changed. */
  tell(): void
  listen(onTold: () => void): void
}

/** Connects the tabs of one site: they read the store again when one of them has changed it. The messages carry nothing else. */
export const openTabChannel = (): TabChannel => {
  const channel = new BroadcastChannel('latchkey-session')
  return {
    tell: () => channel.postMessage('changed'),
    listen: (onTold) => channel.addEventListener('message', () => onTold()),
  }
}
