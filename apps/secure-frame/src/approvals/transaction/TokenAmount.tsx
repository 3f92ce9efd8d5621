import { t } from '@latchkey/copy/approvals'
import { rich } from '@latchkey/copy/react'
import { Skeleton, Text } from '@latchkey/ui'
import { fact } from '../screen/createReading.ts'
import type { Loaded } from '../screen/useLoaded.ts'
import type { TokenFacts } from '../token/readToken.ts'
import { moneyWords } from './assetWords.ts'

export type TokenAmountProps = { amount: bigint; isUnlimited: boolean; token: Loaded<TokenFacts | null> }

/** Shows an amount of a token, as far as its contract has metadata. */
export function TokenAmount(props: TokenAmountProps) {
  return props.token.kind === 'loading' ? (
    <Skeleton />
  ) : (
    <span className="wallet-token-amount" {...fact}>
      <Words {...props} />
    </span>
  )
}

function Words({ amount, isUnlimited, token }: TokenAmountProps) {
  const facts = token.kind === 'ready' ? token.value : null
  if (facts?.kind === 'collection') {
    const id = <bdi dir="ltr">#{amount.toString()}</bdi>
    return rich((at) => t('token.collectionItem', at), { collection: <bdi>{facts.symbol}</bdi>, id })
  }
  if (isUnlimited) {
    return (
      <Text as="span" tone="danger">
        {facts === null
          ? t('token.unlimitedUnnamed')
          : rich((at) => t('token.unlimited', at), { token: <bdi>{facts.symbol}</bdi> })}
      </Text>
    )
  }
  if (facts === null)
    return rich((at) => t('token.smallestUnits', at), { amount: <bdi dir="ltr">{amount.toString()}</bdi> })
  const { value, exact, symbol } = moneyWords(amount, facts)
  return (
    <>
      <bdi dir="ltr" title={exact ?? undefined}>
        {value}
      </bdi>{' '}
      <bdi>{symbol}</bdi>
    </>
  )
}
