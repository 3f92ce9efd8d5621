import { createEmitter } from '../hub.ts'
import type { AccountEmitter } from './AccountEmitter.ts'
import type { ProviderAccount, ProviderSource } from './ProviderSource.ts'

/** Turns changes of the account into events. Subscribes with the first listener. */
export function createAccountEvents<account>(
  source: ProviderSource['account'],
  toAccount: (address: string) => account,
): AccountEmitter<account> {
  const emitters = {
    connect: createEmitter<account>(),
    disconnect: createEmitter<undefined>(),
    accountsChanged: createEmitter<readonly string[]>(),
  }
  const leaves: { event: string; listener: unknown; leave: () => void }[] = []
  let stop: (() => void) | null = null

  const follow = (): (() => void) => {
    let before: ProviderAccount = source.get()
    return source.listen((next) => {
      const { address, addresses } = before
      before = next
      if (next.addresses.join() === addresses.join()) return
      if (address === null && next.address !== null) emitters.connect.emit(toAccount(next.address))
      emitters.accountsChanged.emit(next.addresses)
      if (next.address === null) emitters.disconnect.emit(undefined)
    })
  }

  return {
    on(event, listener) {
      if (!Object.hasOwn(emitters, event)) return
      stop ??= follow()
      // The emitter of a name has the values of that name; TypeScript cannot follow that.
      const { listen } = emitters[event] as { listen(listener: unknown): () => void }
      leaves.push({ event, listener, leave: listen(listener) })
    },
    off(event, listener) {
      const index = leaves.findIndex((one) => one.event === event && one.listener === listener)
      if (index >= 0) leaves.splice(index, 1)[0]?.leave()
      if (leaves.length > 0) return
      stop?.()
      stop = null
    },
  }
}
