import type { ReactNode } from 'react'

/** The amount is shown as given: format it for the user's locale first. */
export type AmountProps = {
  /** Formatted for the user's locale, without sign. */
  value: string
  symbol: string
  /** Value in the user's currency, formatted. */
  fiat?: ReactNode
  /** A transfer has a sign and a color; a balance has neither. */
  direction?: 'in' | 'out'
  /** `large` is the 34 px amount; `row` is the end of a Row. */
  size?: 'large' | 'row'
}

const signs = { in: '+', out: '\u2212' }

/** A token amount, its value under it. */
export function Amount({ value, symbol, fiat, direction, size = 'large' }: AmountProps) {
  const sign = direction === undefined ? '' : signs[direction]
  return (
    <span part="amount" data-size={size} data-direction={direction}>
      <span part="amount-token" data-long={value.length + symbol.length > 13 || undefined}>
        <bdi>
          {sign}
          {value}
        </bdi>{' '}
        <bdi className="lk-amount-symbol">{symbol}</bdi>
      </span>
      {fiat !== undefined && <span part="amount-fiat">{fiat}</span>}
    </span>
  )
}
