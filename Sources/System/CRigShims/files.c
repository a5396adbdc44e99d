#include <sys/xattr.h>

#include "CRigShims.h"

int rig_has_access_list(const char *path) {
  return getxattr(path, "system.posix_acl_access", 0, 0) > 0;
}
