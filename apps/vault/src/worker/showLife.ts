import type { WorkerLife } from '@latchkey/vault-protocol'

/**
 * A worker that ends, by a crash or for want of memory, tells nobody. So it holds a lock of its own for as long as it lives,
 * and names it to its document, which asks for the same lock: it gets it when the worker is gone. Where the browser gives no
 * locks it gives no storage either, and every call says so.
 */
export const showLife = (tellDocument: (life: WorkerLife) => void): void => {
  const lock = `latchkey-vault-life-${crypto.randomUUID()}`
  const forLife = (): Promise<never> => {
    tellDocument({ type: 'life', lock })
    return new Promise(() => undefined)
  }
  navigator.locks.request(lock, forLife).catch(() => undefined)
}
