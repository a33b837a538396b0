import type { InputHTMLAttributes } from 'preact'

type FieldProps = InputHTMLAttributes & { readonly id: string; readonly label: string; readonly title: string }

/** A required input. Its title says what fits; a browser also shows it if something else is sent. */
export function Field({ label, ...input }: FieldProps) {
  const help = `${input.id}-help`
  return (
    <>
      <label for={input.id}>{label}</label>
      <input {...input} name={input.id} required autocomplete="off" aria-describedby={help} />
      <small id={help}>{input.title}</small>
    </>
  )
}

/** The texts of a submitted form, by the names of its fields. */
export function textsOf(event: SubmitEvent): Record<string, string> {
  event.preventDefault()
  const fields = new FormData(event.target as HTMLFormElement)
  return Object.fromEntries([...fields].map(([name, text]) => [name, (text as string).trim()]))
}
