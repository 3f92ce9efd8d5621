import { type SolanaRisk, shortAddress, solanaRiskSeverity } from '@latchkey/chains'
import { t } from '@latchkey/copy/approveSolana'
import { lookalikeWords, strangerWords } from '../risks/receiverWords.tsx'
import type { RiskWords } from '../screen/RiskList.tsx'

/** The words for each risk: what it is, and why it matters. */
export const solanaRiskWords = (risk: SolanaRisk): RiskWords => ({
  severity: solanaRiskSeverity[risk.kind],
  ...wordsOf(risk),
})

const wordsOf = (risk: SolanaRisk): Omit<RiskWords, 'severity'> => {
  switch (risk.kind) {
    case 'lookalike':
      return lookalikeWords(risk)
    case 'firstTime':
      return strangerWords(risk)
    case 'givesAccount':
      return {
        title: t('risks.givesAccount.title'),
        text: t('risks.givesAccount.text', { to: shortAddress(risk.to) }),
      }
    case 'givesTokens':
      return {
        title: t('risks.givesTokens.title'),
        text:
          risk.to === null
            ? t('risks.givesTokens.toNobody')
            : t('risks.givesTokens.text', { to: shortAddress(risk.to) }),
      }
    case 'delegatesAll':
      return {
        title: t('risks.delegatesAll.title'),
        text: t('risks.delegatesAll.text', { delegate: shortAddress(risk.delegate) }),
      }
    case 'delegates':
      return {
        title: t('risks.delegates.title'),
        text: t('risks.delegates.text', { delegate: shortAddress(risk.delegate) }),
      }
    case 'closesFor':
      return {
        title: t('risks.closesFor.title'),
        text: t('risks.closesFor.text', { account: shortAddress(risk.account), to: shortAddress(risk.to) }),
      }
    case 'handsOver':
      return {
        title: t('risks.handsOver.title'),
        text:
          risk.to === null
            ? t('risks.handsOver.toNobody', { account: shortAddress(risk.account) })
            : t('risks.handsOver.text', { to: shortAddress(risk.to), account: shortAddress(risk.account) }),
      }
    case 'hiddenReceiver':
      return {
        title: t('risks.hiddenReceiver.title'),
        text: t('risks.hiddenReceiver.text', { address: shortAddress(risk.address) }),
      }
    case 'durable':
      return {
        title: t('risks.durable.title'),
        text: t('risks.durable.text'),
      }
    case 'unknownProgram':
      return {
        title: t('risks.unknownProgram.title'),
        text: t('risks.unknownProgram.text', { program: shortAddress(risk.program) }),
      }
    case 'unreadable':
      return {
        title: t('risks.unreadable.title'),
        text: t('risks.unreadable.text'),
      }
    case 'notTried':
      return {
        title: t('risks.notTried.title'),
        text: t('risks.notTried.text'),
      }
    case 'failsAlone':
      return {
        title: t('risks.failsAlone.title'),
        text: t('risks.failsAlone.text', { reason: risk.reason }),
      }
    case 'othersSign':
      return {
        title: t('risks.othersSign.title'),
        text: t('risks.othersSign.text', { count: risk.count }),
      }
  }
}
