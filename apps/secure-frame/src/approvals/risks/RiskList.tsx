import type { EvmNetwork, TransactionRisk } from '@latchkey/chains'
import { Details, Notice, Stack } from '@latchkey/ui'
import { riskWords } from './riskWords.tsx'

export type RiskListProps = {
  /** The worst first. */
  risks: readonly TransactionRisk[]
  network: EvmNetwork
}

/** So many at once are read; more are skipped over. */
const maxShown = 3

/** What to know before agreeing: the worst in sight, the rest a press away. */
export function RiskList({ risks, network }: RiskListProps) {
  if (risks.length === 0) return null
  const more = risks.slice(maxShown)
  return (
    <Stack gap={2}>
      {risks.slice(0, maxShown).map((risk, index) => (
        <Risk key={index} risk={risk} network={network} />
      ))}
      {more.length > 0 && (
        <Details summary={`More to know (${more.length})`}>
          <Stack gap={2}>
            {more.map((risk, index) => (
              <Risk key={index} risk={risk} network={network} />
            ))}
          </Stack>
        </Details>
      )}
    </Stack>
  )
}

function Risk({ risk, network }: { risk: TransactionRisk; network: EvmNetwork }) {
  const { severity, title, text } = riskWords(risk, network)
  return (
    <Notice variant={severity} title={title}>
      {text}
    </Notice>
  )
}
