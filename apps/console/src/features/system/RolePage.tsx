export default function RolePage() {
  return null
}
