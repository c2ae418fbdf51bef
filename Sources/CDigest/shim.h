#ifndef LINER_CDIGEST_SHIM_H
#define LINER_CDIGEST_SHIM_H

#include <stdint.h>
#include <sys/types.h>

#include <md5.h>
#include <sha1.h>

#endif
