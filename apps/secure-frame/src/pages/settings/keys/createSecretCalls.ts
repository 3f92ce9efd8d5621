import { t } from '@latchkey/copy/settings'
import type { WalletChange } from '@latchkey/vault-protocol'
import type { AccountContext, Settings, SettingsDeps } from '../Settings.ts'

type SecretCalls = Pick<Settings, 'changeRecovery' | 'importAccount' | 'showKeys' | 'makeRecoveryFile'>

/** Returns the page's calls on the wallet's secrets, run by the vault. Each needs a step-up. */
export const createSecretCalls = (
  { session, stepUp, appearance }: Pick<SettingsDeps, 'session' | 'stepUp' | 'appearance'>,
  account: AccountContext,
): SecretCalls => {
  /** Asks for the step-up first: otherwise the user would enter a secret only to be asked for it then. */
  const change = async (why: string, what: WalletChange): Promise<void> => {
    await account.confirmed(why, async (caller) => {
      account.requireProof()
      await session.changeWallet(caller, what, { appearance: appearance(), callCustody: stepUp.callCustody })
    })
    await account.showAgain()
  }

  return {
    changeRecovery: (to) => change(t('proof.recovery'), { kind: 'recovery', to }),
    importAccount: (from) => change(t('proof.import'), { kind: 'import', from }),
    async showKeys() {
      await account.confirmed(t('proof.showKeys'), (caller) => session.revealKeys(caller, { appearance: appearance() }))
    },
    makeRecoveryFile: () =>
      account.confirmed(t('proof.recoveryFile'), (caller) =>
        session.makeRecoveryFile(caller, { appearance: appearance() }),
      ),
  }
}
