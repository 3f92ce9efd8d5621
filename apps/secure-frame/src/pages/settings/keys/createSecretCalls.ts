import { t } from '@latchkey/copy/settings'
import type { WalletChange } from '@latchkey/vault-protocol'
import type { AccountContext, Settings, SettingsDeps } from '../Settings.ts'

type SecretCalls = Pick<Settings, 'changeRecovery' | 'importAccount' | 'showKeys' | 'makeRecoveryFile'>

/** Returns what the page can have the vault do with the wallet's secrets. Each takes a fresh proof of the user. */
export const createSecretCalls = (
  { session, stepUp, appearance }: Pick<SettingsDeps, 'session' | 'stepUp' | 'appearance'>,
  account: AccountContext,
): SecretCalls => {
  /** Asks for the proof first: nobody should type a secret only to hear that one is missing. */
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
