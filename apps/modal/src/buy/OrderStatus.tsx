import { Icon, type IconName, Spinner, Stack, Text } from '@latchkey/ui'
import { useSetAtom } from 'jotai/react'
import { type ReactNode, useEffect } from 'react'
import { Styled } from '../parts/Styled.tsx'
import { announceAtom } from '../state/announcement.ts'
import { buyStyles } from './buyStyles.ts'

/** How a status is shown. */
export type Look<action extends string> = {
  /** Null for a spinner. */
  readonly icon: IconName | null
  readonly tone?: 'success' | 'warning' | 'danger'
  readonly actions: readonly action[]
}

export type OrderStatusProps = {
  look: Look<string>
  title: string
  /** The amount with its symbol; null while nothing was ordered. */
  amount: string | null
  text: string
  children: ReactNode
}

/** Shows and announces the status of a purchase or sale. */
export function OrderStatus({ look: { icon, tone }, title, amount, text, children }: OrderStatusProps) {
  const announce = useSetAtom(announceAtom)
  useEffect(() => announce(title), [title, announce])
  return (
    <Styled styles={buyStyles}>
      <Stack>
        <div part="buy-result">
          <span part="buy-mark" data-tone={tone}>
            {icon === null ? <Spinner label={title} size={32} /> : <Icon name={icon} size={32} />}
          </span>
          <Text size="title" as="h2" align="center">
            {title}
          </Text>
          {amount !== null && (
            <Text align="center">
              <bdi dir="ltr">{amount}</bdi>
            </Text>
          )}
          <Text size="small" tone="secondary" align="center">
            {text}
          </Text>
        </div>
        {children}
      </Stack>
    </Styled>
  )
}
