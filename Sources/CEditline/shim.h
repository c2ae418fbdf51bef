#ifndef LINER_CEDITLINE_SHIM_H
#define LINER_CEDITLINE_SHIM_H

#include <histedit.h>

#endif
