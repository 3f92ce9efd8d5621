import { t } from '@latchkey/copy/settings'
import { loginProviders } from '@latchkey/protocol/loginProviders'
import type { StepUpPrompt } from '../createStepUpPrompt.ts'
import type { AccountContext, Settings, SettingsDeps } from '../Settings.ts'

type LoginCallsDeps = Pick<SettingsDeps, 'session' | 'stepUp' | 'providerSteps'> & { stepUpPrompt: StepUpPrompt }

/** Returns the page's calls on the account's linked login providers. */
export const createLoginCalls = (
  { session, stepUp, providerSteps, stepUpPrompt }: LoginCallsDeps,
  account: AccountContext,
): Pick<Settings, 'logins' | 'linkLogin' | 'unlinkLogin'> => ({
  async logins() {
    return (await session.call(account.callerNow(), 'listLogins', {})).logins
  },
  async linkLogin(provider) {
    const why = t('proof.addLogin', { provider: loginProviders[provider].name })
    await account.confirmed(why, async () => account.requireProof())
    const then = t('proof.newLogin', { provider: loginProviders[provider].name })
    const proof = await stepUpPrompt.prove(then, providerSteps.link(provider))
    const { apiGrant } = await account.confirmed(why, () => stepUp.callCustody('linkIdentity', proof))
    await account.confirmed(why, (caller) => session.call(caller, 'linkLogin', { apiGrant }))
  },
  unlinkLogin: ({ provider, issuer, subject }) =>
    account.confirmed(t('proof.removeLogin', { provider: loginProviders[provider].name }), async (caller) => {
      // Both services store it, and custody accepts only its own fresh confirmation.
      account.requireProof()
      const identity = { provider, issuer, subject }
      await session.call(caller, 'unlinkLogin', identity)
      await stepUp.callCustody('unlinkIdentity', identity)
    }),
})
