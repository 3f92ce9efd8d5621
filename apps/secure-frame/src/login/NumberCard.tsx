import { Text } from '@latchkey/ui'

export type NumberCardProps = {
  /** Two digits. */
  number: string
  /** Where the other one is. */
  label: string
}

/** The number that two places show, so that a person can tell that they belong together. */
export function NumberCard({ number, label }: NumberCardProps) {
  return (
    <div className="login-number">
      <Text size="small" tone="secondary" align="center">
        {label}
      </Text>
      <p className="login-digits" dir="ltr">
        {number}
      </p>
    </div>
  )
}
