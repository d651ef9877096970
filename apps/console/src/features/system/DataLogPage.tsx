export default function DataLogPage() {
  return null
}
