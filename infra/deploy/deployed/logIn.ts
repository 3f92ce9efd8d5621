import { setTimeout as sleep } from 'node:timers/promises'
import { createTestDevice, type Login, type TestDevice } from '@latchkey/combined/test'
import type { SmtpServer } from '@latchkey/service-kit/test/smtpServer'
import { type Deployed, scriptedOrigin } from './startDeployed.ts'

/** The URLs that a device uses: each authority at its own host name, as the wallet document does. */
export const addressesOf = ({ walletOrigin, vaultOrigin, apiOrigin, custodyOrigin }: Deployed) => ({
  apiUrl: apiOrigin,
  custodyUrl: custodyOrigin,
  walletOrigin,
  vaultOrigin,
})

/** Creates a device with its own keys. */
export function createDevice(deployed: Deployed): Promise<TestDevice> {
  return createTestDevice({
    addresses: addressesOf(deployed),
    clock: { now: () => new Date(), advance: () => {} },
    fetch,
  })
}

/** Signs in with the api's link and custody's code, each read from its own mail service. */
export async function logIn(deployed: Deployed, device: TestDevice, email: string): Promise<Login> {
  const link = nextMail(deployed.mail.api, email)
  await device.client.call('startDeviceLink', { dappOrigin: scriptedOrigin, email })
  const token = tokenIn(await link)
  await device.client.call('approveDevice', { token })
  const mail = nextMail(deployed.mail.custody, email)
  const { attemptId } = await device.startEmail(email)
  return device.finishLogin(attemptId, codeIn(await mail))
}

/** Returns the token of a device link. */
export const tokenIn = (mail: string): string => /device-link#([\w-]{43})/.exec(mail)?.[1] ?? ''

export const codeIn = (mail: string): string => (/(?<!\d)(\d{3}) (\d{3})(?!\d)/.exec(mail) ?? []).slice(1).join('')

/** Returns the next mail to an address, without the line breaks of its encoding. */
export async function nextMail({ delivered }: SmtpServer, email: string): Promise<string> {
  const known = delivered.length
  for (;;) {
    const mail = delivered.slice(known).find(({ to }) => to === email)
    if (mail !== undefined) return mail.data.replace(/=\r?\n/g, '')
    await sleep(20)
  }
}
