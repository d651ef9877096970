export function App({ welcome }: { welcome: boolean }) {
  return <div>{String(welcome)}</div>
}
