import { type EvmNetwork, shortAddress } from '@latchkey/chains'
import { t } from '@latchkey/copy/approveCalls'
import { rich } from '@latchkey/copy/react'
import { Caution } from '../screen/Caution.tsx'
import type { SetUp } from './fillOperation.ts'

/** States what an account's first operation also does; empty for an account that is set up. */
export function SetUpNotice({ setUp, network }: { setUp: SetUp | null; network: EvmNetwork }) {
  if (setUp === null) return null
  if (setUp.kind === 'lend' && setUp.instead !== null) {
    return (
      <Caution variant="warning" title={t('setUp.replace.title')}>
        {rich((at) => t('setUp.replace.text', { ...at, network: network.name }), {
          code: <bdi>{shortAddress(setUp.instead)}</bdi>,
        })}
      </Caution>
    )
  }
  return <Caution title={t('setUp.title')}>{t(`setUp.${setUp.kind}`, { network: network.name })}</Caution>
}
