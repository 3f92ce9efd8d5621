import { loginProviders } from '@latchkey/protocol/loginProviders'
import { expect, test } from '../../fixtures.ts'
import { countPeople } from './countPeople.ts'

/** Providers that are away, answer rubbish or lie: the modal says so, nothing is created, and the next try logs in. */

const refused = 'The sign-in could not be verified'

/** What goes wrong once somebody is at the provider's page, and what the modal says of it. */
const rows = {
  google: [
    ['down', 'Google has a problem'],
    ['garbage', 'Google has a problem'],
    ['no id_token', 'Google has a problem'],
    ['error', 'Google has a problem'],
    ['wrong iss', refused],
    ['wrong issuer', refused],
    ['wrong audience', refused],
    ['wrong nonce', refused],
    ['wrong signature', refused],
    ['old token', 'That took too long'],
  ],
  github: [
    ['down', 'GitHub has a problem'],
    ['garbage', 'GitHub has a problem'],
    ['slow', 'GitHub has a problem'],
    ['error', 'GitHub has a problem'],
  ],
} as const

for (const provider of ['google', 'github'] as const) {
  const { name } = loginProviders[provider]

  test(`${name} fails in every way: the modal says so each time, nobody comes into being, and the next try logs in`, async ({
    dapp,
    email,
    stack,
  }) => {
    test.slow()
    const before = await countPeople(stack)
    await dapp.open()
    await dapp.openModal()
    let begin = () => dapp.modal.chooseSocial(name)
    for (const [fault, heading] of rows[provider]) {
      await test.step(fault, async () => {
        const window = await dapp.modal.openProvider(name, begin)
        await stack.setFault(provider, fault)
        await window.signIn(email)
        await window.agree()
        await dapp.modal.expectFailure(heading, 'Try again')
        await stack.setFault(provider, null)
      })
      begin = () => dapp.modal.tryAgain()
    }
    expect(await countPeople(stack)).toEqual(before)
    const window = await dapp.modal.openProvider(name, begin)
    await window.signIn(email)
    await window.agree()
    await dapp.expectConnected()
  })
}
