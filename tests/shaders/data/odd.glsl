// All that could end or change a C++ literal: )" )glsl" ??/ \n \0 "quotes" \
// semicolons; [brackets]; @at@ ${dollar}; Ä €; 'single'; tab	end
#define LAST_LINE_WITHOUT_NEWLINE 1