import * as m from '#messages';
import { Button } from '../../../ui/button.tsx';
import { AdminIcon } from '../kit/admin-icons.tsx';
import { askToLeave } from '../kit/unsaved.ts';
import { useLogout } from './session.ts';

/** `isShort`: only an icon on a phone. */
export function LogoutButton({ isShort = false }: { isShort?: boolean }) {
  const logout = useLogout();
  return (
    <Button
      size="small"
      variant="quiet"
      className={isShort ? 'max-sm:w-11 max-sm:px-0' : ''}
      isPending={logout.isPending}
      onClick={() => askToLeave(() => logout.mutate())}
    >
      <AdminIcon name="exit" className="size-4" />
      <span className={isShort ? 'max-sm:sr-only' : ''}>{m.admin_logout()}</span>
    </Button>
  );
}
