import { type EvmNetwork, riskSeverity, shortAddress, type TransactionRisk } from '@latchkey/chains'
import { t } from '@latchkey/copy/risks'
import type { RiskWords } from '../screen/RiskList.tsx'
import { lookalikeWords, strangerWords } from './receiverWords.tsx'

/** The words for each risk: what it is, and why it matters. */
export const riskWords = (risk: TransactionRisk, network: EvmNetwork): RiskWords => {
  const words = wordsOf(risk, network)
  return { severity: riskSeverity[risk.kind], ...words }
}

const wordsOf = (risk: TransactionRisk, { name }: EvmNetwork): Omit<RiskWords, 'severity'> => {
  switch (risk.kind) {
    case 'lookalike':
      return lookalikeWords(risk)
    case 'unlimitedAllowance':
      return {
        title: t('unlimitedAllowance.title'),
        text: t('unlimitedAllowance.text', { spender: shortAddress(risk.spender) }),
      }
    case 'wholeCollection':
      return {
        title: t('wholeCollection.title'),
        text: t('wholeCollection.text', { operator: shortAddress(risk.operator) }),
      }
    case 'allowanceToAccount':
      return {
        title: t('allowanceToAccount.title'),
        text: t('allowanceToAccount.text', { spender: shortAddress(risk.spender) }),
      }
    case 'sendToZero':
      return { title: t('sendToZero.title'), text: t('sendToZero.text') }
    case 'sendToTokenContract':
      return {
        title: t('sendToTokenContract.title'),
        text: t('sendToTokenContract.text'),
      }
    case 'noCode':
      return {
        title: t('noCode.title'),
        text: t('noCode.text', { network: name }),
      }
    case 'notLookedUp':
      return {
        title: t('notLookedUp.title'),
        text: t('notLookedUp.text', { network: name }),
      }
    case 'unreadable':
      return {
        title: t('unreadable.title'),
        text: t('unreadable.text'),
      }
    case 'standingAllowance':
      return {
        title: t('standingAllowance.title'),
        text: t('standingAllowance.text'),
      }
    case 'largeShare':
      return { title: t('largeShare.title'), text: t('largeShare.text', { percent: risk.percent, network: name }) }
    case 'highFee':
      return {
        title: t('highFee.title'),
        text: risk.percent >= 1000 ? t('highFee.manyTimes') : t('highFee.text', { percent: risk.percent }),
      }
    case 'firstTime':
      return risk.isFirstEver
        ? { title: t('firstEver.title', { network: name }), text: t('firstEver.text') }
        : strangerWords(risk)
    case 'sendToSelf':
      return { title: t('sendToSelf.title'), text: t('sendToSelf.text') }
  }
}
