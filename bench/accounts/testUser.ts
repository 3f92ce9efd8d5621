import { setTimeout as sleep } from 'node:timers/promises'
import { createTestDevice, type Login, type TestDevice } from '@latchkey/combined/test'
import type { SmtpServer } from '@latchkey/service-kit/test/smtpServer'
import type { Services } from './startServices.ts'

/** A simulated user with a separate device and address. */
export type TestUser = {
  /** Runs a new device's whole sign-in: the api's link, custody's code, a session. */
  logIn(): Promise<void>
  /** Makes the wallet, as the vault does. After `logIn`. */
  enrol(): Promise<void>
  /** Has the api release the device's auth share, and opens it. After `enrol`. */
  release(): Promise<void>
}

export async function createTestUser(services: Services, index: number): Promise<TestUser> {
  const { api, custody, mail, walletOrigin, vaultOrigin, dappOrigin } = services
  const email = `user-${index}@example.org`
  const address = `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`
  const device: TestDevice = await createTestDevice({
    addresses: { apiUrl: api.url, custodyUrl: custody.url, walletOrigin, vaultOrigin },
    clock: { now: () => new Date(), advance: () => {} },
    fetch: (input, init) => {
      const request = new Request(input, init)
      request.headers.set('x-forwarded-for', address)
      return fetch(request)
    },
  })
  let login: Login | undefined
  return {
    async logIn() {
      const link = nextMail(mail.api, email)
      await device.client.call('startDeviceLink', { dappOrigin, email })
      const [, token = ''] = /device-link#([\w-]{43})/.exec(await link) ?? []
      await device.client.call('approveDevice', { token })
      const code = nextMail(mail.custody, email)
      const { attemptId } = await device.startEmail(email)
      const [, ...digits] = /(?<!\d)(\d{3}) (\d{3})(?!\d)/.exec(await code) ?? []
      login = await device.finishLogin(attemptId, digits.join(''))
    },
    async enrol() {
      if (login !== undefined) await device.enrol(login)
    },
    async release() {
      await device.unlock(login?.accessToken ?? '')
    },
  }
}

/** Returns the next mail to an address, without the line breaks of its encoding. */
async function nextMail({ delivered }: SmtpServer, email: string): Promise<string> {
  for (let looked = delivered.length; ; ) {
    const mail = delivered.slice(looked).find(({ to }) => to === email)
    if (mail !== undefined) return mail.data.replace(/=\r?\n/g, '')
    looked = delivered.length
    await sleep(3)
  }
}
