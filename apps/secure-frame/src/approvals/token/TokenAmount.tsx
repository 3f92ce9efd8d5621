import { Skeleton, Text } from '@latchkey/ui'
import { exactAmount } from '../screen/exactAmount.ts'
import type { Loaded } from '../screen/useLoaded.ts'
import type { TokenFacts } from './readToken.ts'

export type TokenAmountProps = { amount: bigint; isUnlimited: boolean; token: Loaded<TokenFacts | null> }

/** How much of a token, as far as its contract lets it be said. */
export function TokenAmount({ amount, isUnlimited, token }: TokenAmountProps) {
  if (token.kind === 'loading') return <Skeleton />
  const facts = token.kind === 'ready' ? token.value : null
  if (facts?.kind === 'collection') {
    return (
      <>
        <bdi>{facts.symbol}</bdi> item <bdi dir="ltr">#{amount.toString()}</bdi>
      </>
    )
  }
  if (isUnlimited) {
    return (
      <Text as="span" tone="danger">
        Everything, without limit: all <bdi>{facts?.symbol ?? 'of this token'}</bdi> now and later
      </Text>
    )
  }
  return facts === null ? (
    <>
      <bdi dir="ltr">{amount.toString()}</bdi> in the token’s smallest unit
    </>
  ) : (
    <>
      <bdi dir="ltr">{exactAmount(amount, facts.decimals)}</bdi> <bdi>{facts.symbol}</bdi>
    </>
  )
}
