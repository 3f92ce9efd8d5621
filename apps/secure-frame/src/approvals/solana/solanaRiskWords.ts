import { type SolanaRisk, shortAddress, solanaRiskSeverity } from '@latchkey/chains'
import type { RiskWords } from '../risks/RiskList.tsx'
import { lookalikeWords, strangerWords } from '../risks/receiverWords.tsx'

/** What is said of each risk: what it is, and why it matters. */
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
        title: 'You would lose this account',
        text: `The account itself would belong to ${shortAddress(risk.to)}, with everything in it. This is how wallets are stolen.`,
      }
    case 'givesTokens':
      return {
        title: 'You would lose these tokens',
        text:
          risk.to === null
            ? 'The token account would belong to nobody.'
            : `The token account would belong to ${shortAddress(risk.to)}, with all that is in it and all that comes later.`,
      }
    case 'delegatesAll':
      return {
        title: 'Somebody else could take all of it',
        text: `${shortAddress(risk.delegate)} could take everything in the token account at any time, without asking again, until you take it back.`,
      }
    case 'delegates':
      return {
        title: 'This lasts until you take it back',
        text: `${shortAddress(risk.delegate)} could take the tokens at any time, without asking again.`,
      }
    case 'closesFor':
      return {
        title: 'What is in the account goes to somebody else',
        text: `What ${shortAddress(risk.account)} holds goes to ${shortAddress(risk.to)}.`,
      }
    case 'handsOver':
      return {
        title: 'You would hand over a right',
        text:
          risk.to === null
            ? `Nobody would have it over ${shortAddress(risk.account)} any more.`
            : `${shortAddress(risk.to)} would have it over ${shortAddress(risk.account)} from then on.`,
      }
    case 'hiddenReceiver':
      return {
        title: 'The receiver comes from a lookup table',
        text: `The transaction does not name ${shortAddress(risk.address)} itself: the wallet has read it from the network. Compare it with what you expect.`,
      }
    case 'durable':
      return {
        title: 'This does not expire',
        text: 'It uses a durable nonce: whoever has it signed can send it much later, when things may be different.',
      }
    case 'unknownProgram':
      return {
        title: 'The wallet does not know this program',
        text: `What ${shortAddress(risk.program)} does with your account cannot be told beforehand. Go on only if you trust the page.`,
      }
    case 'unreadable':
      return {
        title: 'The wallet cannot read this instruction',
        text: 'What it does cannot be told from it. Go on only if you trust the page.',
      }
    case 'notTried':
      return {
        title: 'This could not be tried beforehand',
        text: 'What it changes is not known. Read what it says with care.',
      }
    case 'failsAlone':
      return {
        title: 'Tried alone, it fails',
        text: `It may need those before it: ${risk.reason}.`,
      }
    case 'othersSign':
      return {
        title: 'Others sign this too',
        text: risk.count === 1 ? 'One more signature belongs to it.' : `${risk.count} more signatures belong to it.`,
      }
  }
}
