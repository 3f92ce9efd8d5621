import { loginProviders } from '@latchkey/protocol/loginProviders'
import { expect, extendedTier, test } from '../../fixtures.ts'
import { countPeople } from './countPeople.ts'

/** Providers that are unreachable, return garbage or lie: the modal reports it, nothing is created, and the next try signs in. */

const refused = 'We couldn’t verify this sign-in'

/** Faults once a user is at the provider's page, and the modal's message for each. */
const rows = {
  google: [
    ['down', 'Google isn’t responding'],
    ['garbage', 'Google isn’t responding'],
    ['no id_token', 'Google isn’t responding'],
    ['error', 'Google isn’t responding'],
    ['wrong iss', refused],
    ['wrong issuer', refused],
    ['wrong audience', refused],
    ['wrong nonce', refused],
    ['wrong signature', refused],
    ['old token', 'This sign-in expired'],
  ],
  github: [
    ['down', 'GitHub isn’t responding'],
    ['garbage', 'GitHub isn’t responding'],
    ['slow', 'GitHub isn’t responding'],
    ['error', 'GitHub isn’t responding'],
  ],
} as const

for (const provider of ['google', 'github'] as const) {
  const { name } = loginProviders[provider]
  // `hostileSocial.test.ts` has the faults of both.
  const details = provider === 'google' ? {} : extendedTier

  test(
    `${name} fails in every way: the modal shows each failure, no account is made, and the next try signs in`,
    details,
    async ({ dapp, email, stack }) => {
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
      await dapp.modal.confirmAccount(name, email)
      await dapp.expectConnected()
    },
  )
}
