/** Creates a color's row in the theme table. */
export const color = (light: string, dark: string) => ({ kind: 'color', light, dark }) as const

/**
 * The colors of the modal's surface and a field before its code is loaded, as rows of `themeTable`. They are separate so that a page loads
 * no others.
 */
export const surfaceColors = {
  '--lk-surface': color('oklch(1 0 258)', 'oklch(0.19 0.01 258)'),
  '--lk-raised': color('oklch(0.975 0.003 258)', 'oklch(0.23 0.012 258)'),
  '--lk-border': color('oklch(0.65 0.012 258)', 'oklch(0.52 0.014 258)'),
  '--lk-icon': color('oklch(0.5 0.016 258)', 'oklch(0.74 0.014 258)'),
  '--lk-text': color('oklch(0.22 0.018 258)', 'oklch(0.96 0.004 258)'),
  '--lk-accent-text': color('oklch(0.52 0.19 258)', 'oklch(0.74 0.13 258)'),
} as const
