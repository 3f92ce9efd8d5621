import { createHmac } from 'node:crypto'
import type { Kms } from '../src/kms/kms.ts'

/** Creates HMACs under keys in memory. `next`: the other key during a rotation. */
export function createTestMacs(key: string = 'test key', next?: string): Pick<Kms, 'mac' | 'macs'> {
  const macWith = (secret: string, purpose: string, data: Uint8Array) =>
    new Uint8Array(createHmac('sha256', `${secret} ${purpose}`).update(data).digest())
  return {
    mac: async (purpose, data) => macWith(key, purpose, data),
    macs: async (purpose, data) => [
      macWith(key, purpose, data),
      ...(next === undefined ? [] : [macWith(next, purpose, data)]),
    ],
  }
}
