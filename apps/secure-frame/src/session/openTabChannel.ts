export type TabChannel = {
  /** Tell the other tabs of this site that who is signed in may have changed. */
  tell(): void
  listen(onTold: () => void): void
}

/** Tabs of one site look at the store again when one of them has changed it. Nothing but that is said. */
export const openTabChannel = (): TabChannel => {
  const channel = new BroadcastChannel('latchkey-session')
  return {
    tell: () => channel.postMessage('changed'),
    listen: (onTold) => channel.addEventListener('message', () => onTold()),
  }
}
