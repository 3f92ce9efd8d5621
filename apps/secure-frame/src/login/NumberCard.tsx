import { Text } from '@latchkey/ui'

export type NumberCardProps = {
  /** Two digits. */
  number: string
  /** The place where the other number is shown. */
  label: string
}

/** Shows the number that appears in two places, so that a user can check that they belong together. */
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
