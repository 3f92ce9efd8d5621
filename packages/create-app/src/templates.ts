/** The templates, by the name of their folder in `templates`. */
export const templates = {
  'vite-react': { summary: 'Vite and React', settings: 'src/latchkey.ts' },
  next: { summary: 'Next.js', settings: 'app/latchkey.ts' },
  vanilla: { summary: 'plain HTML and JavaScript, without a bundler', settings: 'public/index.html' },
} as const satisfies Record<string, { summary: string /** The file with the addresses. */; settings: string }>

/** The name of a template, which is also its folder. */
export type TemplateName = keyof typeof templates

/** The names in the order in which the prompt lists them. */
export const templateNames = Object.keys(templates) as TemplateName[]

/** Returns whether `name` is a template. Own keys only: `constructor` is none. */
export const isTemplateName = (name: string): name is TemplateName => Object.hasOwn(templates, name)
