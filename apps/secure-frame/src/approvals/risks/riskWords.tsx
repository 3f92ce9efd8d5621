import { type EvmNetwork, riskSeverity, shortAddress, type TransactionRisk } from '@latchkey/chains'
import type { RiskWords } from './RiskList.tsx'
import { lookalikeWords, strangerWords } from './receiverWords.tsx'

/** What is said of each risk: what it is, and why it matters. */
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
        title: 'There is no limit',
        text: `${shortAddress(risk.spender)} could take all of this token at any time, without asking again, until you take it back.`,
      }
    case 'wholeCollection':
      return {
        title: 'This is the whole collection',
        text: `${shortAddress(risk.operator)} could take every item, now and later, without asking again, until you take it back.`,
      }
    case 'allowanceToAccount':
      return {
        title: 'Whoever may spend is no contract',
        text: `${shortAddress(risk.spender)} is an ordinary account. Honest apps ask for a contract: this is how tokens are stolen.`,
      }
    case 'sendToZero':
      return { title: 'Nobody has this address', text: 'What is sent to the zero address is lost for good.' }
    case 'sendToTokenContract':
      return {
        title: 'You are sending to the token’s own contract',
        text: 'That is hardly ever meant, and mostly nobody can get it back out.',
      }
    case 'noCode':
      return {
        title: 'There is no contract at this address',
        text: `On ${name}, nothing is there to carry the call out. It may be on another network, and what you pay would be lost.`,
      }
    case 'notLookedUp':
      return {
        title: 'Not looked up',
        text: `Of some addresses here, ${name} was not asked or did not say what they are. Look at each call.`,
      }
    case 'unreadable':
      return {
        title: 'The wallet cannot read this call',
        text: 'What the contract will do with your account cannot be told from the call. Go on only if you trust the page.',
      }
    case 'standingAllowance':
      return {
        title: 'This lasts until you take it back',
        text: 'Whoever may spend can take the tokens at any time, without asking again.',
      }
    case 'largeShare':
      return { title: 'This is most of what you have', text: `It is ${risk.percent} % of your balance on ${name}.` }
    case 'highFee':
      return {
        title: 'The fee is high for this amount',
        text:
          risk.percent >= 1000 ? 'It may cost many times the amount.' : `It may cost ${risk.percent} % of the amount.`,
      }
    case 'firstTime':
      return risk.isFirstEver
        ? { title: 'Your first transaction here', text: `This account has sent nothing on ${name} yet.` }
        : strangerWords(risk)
    case 'sendToSelf':
      return { title: 'This goes back to you', text: 'Sender and receiver are the same account.' }
  }
}
