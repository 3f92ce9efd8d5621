import { encodeBase64url } from '@latchkey/api-client'
import { enrolled } from './contents.ts'
import type { VaultDependencies } from './dependencies.ts'
import { describeDevice, makeDeviceKeys, signDeviceProof } from './device.ts'
import type { Keyring } from './keyring.ts'
import type { VaultHandlers } from './vaultHandlers.ts'

type DeviceCalls = Pick<VaultHandlers, 'status' | 'openDevice' | 'proveDevice'>

/** Returns the calls about the device: its contents, its keys, and the proofs that they sign. */
export const createDeviceCalls = (dependencies: VaultDependencies, keyring: Keyring): DeviceCalls => {
  const { config, storage, clock, random, exclusively } = dependencies
  return {
    status: async (asked) => {
      const { device, ready, pending } = await storage.read()
      const wallet = ready ?? pending
      return {
        deviceId: device && (await describeDevice(device)).deviceId,
        wallet: wallet && { record: wallet.record, state: ready === null ? 'pending' : 'ready' },
        unlocked: ready !== null && keyring.current()?.walletId === ready.record.walletId,
        ...(asked === undefined ? {} : { sent: [...(ready?.sent ?? [])] }),
      }
    },

    openDevice: () =>
      exclusively(async () => {
        const existing = (await storage.read()).device
        const device = existing ?? (await makeDeviceKeys())
        if (existing === null) await storage.update((latest) => ({ ...latest, device }))
        return { deviceId: (await describeDevice(device)).deviceId }
      }),

    proveDevice: async ({ authority, method, path, bodySha256, accessTokenSha256, nonce }) => {
      const { keys } = enrolled(await storage.read())
      const proof = await signDeviceProof(keys, {
        jti: encodeBase64url(random(16)),
        htm: method,
        htu: `${{ api: config.apiUrl, custody: config.custodyUrl }[authority]}${path}`,
        iat: Math.floor(clock.nowMs() / 1000),
        bdh: bodySha256,
        ...(nonce === undefined ? {} : { nonce }),
        ...(accessTokenSha256 === undefined ? {} : { ath: accessTokenSha256 }),
      })
      return { proof }
    },
  }
}
